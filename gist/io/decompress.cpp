#include "gist/io/decompress.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>

#include "gist/core/error.hpp"

namespace gist {
namespace {

constexpr std::size_t unpacked_piece = std::size_t{1} << 20;

[[noreturn]] void damaged(const std::string& path, const char* reason) {
  std::string message = path + ": the compressed stream is truncated or damaged";
  if (reason != nullptr) message += std::string(" (") + reason + ")";
  throw Error(ErrorKind::data, message);
}

/// xz, bzip2 and zstd, whose libraries check the contents against the checksums in the stream.
Block by_libarchive(Packing packing, std::string_view packed, const std::string& path) {
  struct Free {
    void operator()(archive* a) const { archive_read_free(a); }
  };
  const std::unique_ptr<archive, Free> in(archive_read_new());
  if (!in) throw std::bad_alloc();
  if (packing == Packing::xz) archive_read_support_filter_xz(in.get());
  if (packing == Packing::bzip2) archive_read_support_filter_bzip2(in.get());
  if (packing == Packing::zstd) archive_read_support_filter_zstd(in.get());
  archive_read_support_format_raw(in.get());
  archive_read_support_format_empty(in.get());
  archive_entry* entry = nullptr;
  if (archive_read_open_memory(in.get(), packed.data(), packed.size()) != ARCHIVE_OK) {
    damaged(path, archive_error_string(in.get()));
  }
  Block block;
  const int opened = archive_read_next_header(in.get(), &entry);
  // A stream too short to be recognised would pass for plain bytes; then there is no filter besides the reading itself.
  if (opened != ARCHIVE_FATAL && archive_filter_count(in.get()) < 2) damaged(path, "it ends inside its header");
  if (opened == ARCHIVE_EOF) return block;  // nothing was packed
  if (opened != ARCHIVE_OK) damaged(path, archive_error_string(in.get()));
  for (;;) {
    const auto got = archive_read_data(in.get(), block.room(unpacked_piece), unpacked_piece);
    if (got == 0) return block;
    if (got < 0) damaged(path, archive_error_string(in.get()));
    block.grew(static_cast<std::size_t>(got));
  }
}

/// gzip goes to zlib itself: libarchive (3.6) does not compare the contents with the checksum in the stream, so a
/// flipped bit would come through as wrong numbers.
Block by_zlib(std::string_view packed, const std::string& path) {
  z_stream stream{};
  constexpr int gzip_only = 15 + 16;
  if (inflateInit2(&stream, gzip_only) != Z_OK) throw std::bad_alloc();
  const auto end = [](z_stream* s) { inflateEnd(s); };
  const std::unique_ptr<z_stream, decltype(end)> closes(&stream, end);

  Block block;
  std::size_t used = 0;
  for (;;) {
    if (stream.avail_in == 0) {  // zlib counts in 32 bits: feed long streams in pieces
      const std::size_t next = std::min(packed.size() - used, std::size_t{1} << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + used));
      stream.avail_in = static_cast<uInt>(next);
      used += next;
    }
    stream.next_out = reinterpret_cast<Bytef*>(block.room(unpacked_piece));
    stream.avail_out = static_cast<uInt>(unpacked_piece);
    const int answer = inflate(&stream, Z_NO_FLUSH);
    block.grew(unpacked_piece - stream.avail_out);
    if (answer == Z_MEM_ERROR) throw std::bad_alloc();
    if (answer == Z_STREAM_END) {
      const auto rest = packed.substr(used - stream.avail_in);
      if (rest.find_first_not_of('\0') == std::string_view::npos) return block;  // tape padding is no fault
      inflateReset(&stream);                                                     // several streams one after another
    } else if (answer == Z_BUF_ERROR && used == packed.size()) {
      damaged(path, "unexpected end of the gzip stream");
    } else if (answer != Z_OK) {
      damaged(path, stream.msg);
    }
  }
}

}  // namespace

std::optional<Packing> packing_of(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\x1f\x8b"sv)) return Packing::gzip;
  if (bytes.starts_with("\xfd"
                        "7zXZ\0"sv)) {
    return Packing::xz;
  }
  if (bytes.starts_with("\x28\xb5\x2f\xfd"sv)) return Packing::zstd;
  const bool bzip2 = bytes.size() >= 4 && bytes.starts_with("BZh"sv) && bytes[3] >= '1' && bytes[3] <= '9';
  if (bzip2) return Packing::bzip2;
  return std::nullopt;
}

Block decompress(Packing packing, std::string_view packed, const std::string& path) {
  return packing == Packing::gzip ? by_zlib(packed, path) : by_libarchive(packing, packed, path);
}

std::string_view without_packing_suffix(std::string_view path) {
  for (const std::string_view suffix : {".gz", ".bz2", ".xz", ".zst"}) {
    if (path.ends_with(suffix)) return path.substr(0, path.size() - suffix.size());
  }
  return path;
}

}  // namespace gist
