#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gist::testing_support {

enum class Packed { xz, gz, bz2, zst };

inline std::string suffix_of(Packed packing) {
  switch (packing) {
    case Packed::xz: return ".xz";
    case Packed::gz: return ".gz";
    case Packed::bz2: return ".bz2";
    case Packed::zst: return ".zst";
  }
  return "";
}

/// The bytes compressed as the usual command line tools do it.
inline std::string pack(std::string_view bytes, Packed packing) {
  struct Free {
    void operator()(archive* a) const { archive_write_free(a); }
    void operator()(archive_entry* e) const { archive_entry_free(e); }
  };
  const auto need = [](int code) {
    if (code != ARCHIVE_OK) throw std::runtime_error("libarchive cannot compress");
  };
  const std::unique_ptr<archive, Free> out(archive_write_new());
  switch (packing) {
    case Packed::xz: need(archive_write_add_filter_xz(out.get())); break;
    case Packed::gz: need(archive_write_add_filter_gzip(out.get())); break;
    case Packed::bz2: need(archive_write_add_filter_bzip2(out.get())); break;
    case Packed::zst: need(archive_write_add_filter_zstd(out.get())); break;
  }
  need(archive_write_set_format_raw(out.get()));
  need(archive_write_set_bytes_in_last_block(out.get(), 1));  // no padding to a tape's block
  std::string packed(bytes.size() + 65536, '\0');
  std::size_t used = 0;
  need(archive_write_open_memory(out.get(), packed.data(), packed.size(), &used));
  const std::unique_ptr<archive_entry, Free> entry(archive_entry_new());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  need(archive_write_header(out.get(), entry.get()));
  if (archive_write_data(out.get(), bytes.data(), bytes.size()) != static_cast<la_ssize_t>(bytes.size())) need(-1);
  need(archive_write_close(out.get()));
  packed.resize(used);
  return packed;
}

}  // namespace gist::testing_support
