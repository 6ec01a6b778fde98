#include "gist/io/source.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "gist/core/error.hpp"
#include "gist/io/decompress.hpp"

namespace gist {
namespace {

[[noreturn]] void fail(const std::string& path, const char* reason) {
  throw Error(ErrorKind::file, path + ": cannot read: " + reason);
}

/// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) fail(path, std::strerror(errno));
  }
  ~Descriptor() { ::close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

Block read_to_end(int fd, const std::string& path) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  Block block;
  for (;;) {
    const ssize_t got = ::read(fd, block.room(piece), piece);
    if (got == 0) return block;
    if (got > 0) {
      block.grew(static_cast<std::size_t>(got));
    } else if (errno != EINTR) {
      fail(path, std::strerror(errno));
    }
  }
}

}  // namespace

std::shared_ptr<const Source> Source::open(const std::string& path) {
  // A FIFO nobody writes to would block here, as it does for every other program.
  const Descriptor file(path);
  struct stat about {};
  if (::fstat(file.get(), &about) != 0) fail(path, std::strerror(errno));
  if (S_ISDIR(about.st_mode)) fail(path, "it is a directory, expected a file");

  std::shared_ptr<Source> source(new Source(path));
  const auto size = static_cast<std::size_t>(about.st_size);
  if (S_ISREG(about.st_mode) && size > 0) {
    void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (start == MAP_FAILED) fail(path, std::strerror(errno));
    source->mapping_ = start;
    source->mapped_ = size;
    source->bytes_ = {static_cast<const char*>(start), size};
  } else {
    // Pipes and devices, and files that claim to be empty: those under /proc do, and are not.
    source->block_ = read_to_end(file.get(), path);
    source->bytes_ = source->block_.view();
  }
  if (const auto packing = packing_of(source->bytes_)) {
    Block unpacked = decompress(*packing, source->bytes_, path);
    source = std::shared_ptr<Source>(new Source(path));
    source->block_ = std::move(unpacked);
    source->bytes_ = source->block_.view();
  }
  return source;
}

std::shared_ptr<const Source> Source::from_memory(std::string_view bytes, std::string name) {
  std::shared_ptr<Source> source(new Source(std::move(name)));
  // Exactly as large as needed, so that a reader that runs past the end is caught by the address sanitizer.
  if (!bytes.empty()) std::memcpy(source->block_.room(bytes.size()), bytes.data(), bytes.size());
  source->block_.grew(bytes.size());
  source->bytes_ = source->block_.view();
  return source;
}

Source::~Source() {
  if (mapping_ != nullptr) ::munmap(mapping_, mapped_);
}

void Source::release(std::string_view part) const {
  if (mapping_ == nullptr || part.empty()) return;
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  // Whole pages inside the part only: its neighbours may still be in use.
  const auto first = (reinterpret_cast<std::uintptr_t>(part.data()) + page - 1) / page * page;
  const auto last = reinterpret_cast<std::uintptr_t>(part.data() + part.size()) / page * page;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace gist
