#pragma once

#include <string>
#include <string_view>

namespace gist::report {

/// Text that is safe inside an element and inside a quoted attribute of HTML and of XML: the five special characters as
/// entities. Bytes that are not UTF-8, and control characters, which XML does not allow, become U+FFFD.
std::string escape(std::string_view text);

/// `text` as UTF-8: whatever is not becomes U+FFFD, control characters too.
std::string valid_utf8(std::string_view text);

/// The number of characters of a UTF-8 text, to estimate its width.
std::size_t characters(std::string_view text);

/// At most `most` characters of a UTF-8 text; what was longer ends in an ellipsis.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace gist::report
