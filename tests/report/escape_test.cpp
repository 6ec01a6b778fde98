#include "gist/report/escape.hpp"

#include <gtest/gtest.h>

/// Feature names are whatever a user's file holds; on a page they are text and nothing else.
namespace gist::report {
namespace {

TEST(Escape, TheFiveSpecialCharacters) {
  EXPECT_EQ(escape("<script>alert(\"1\" & '2')</script>"),
            "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;");
  EXPECT_EQ(escape("plain"), "plain");
  EXPECT_EQ(escape("&amp;"), "&amp;amp;");  // what was an entity before is not one of ours
}

TEST(Escape, Utf8StaysAndEverythingElseIsReplaced) {
  EXPECT_EQ(escape("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"), "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_EQ(escape("a\xE4z"), "a" + bad + "z");                   // Latin-1
  EXPECT_EQ(escape("\xC0\xBC"), bad + bad);                       // an overlong '<'
  EXPECT_EQ(escape("\xED\xA0\x80"), bad + bad + bad);             // a surrogate
  EXPECT_EQ(escape("\xF4\x90\x80\x80"), bad + bad + bad + bad);   // beyond U+10FFFF
  EXPECT_EQ(escape("\xE2\x82"), bad + bad);                       // cut short
  EXPECT_EQ(escape(std::string("\0\x1B[", 3)), bad + bad + "[");  // control characters
  EXPECT_EQ(escape("\xEF\xBF\xBF"), bad);                         // no character in XML
  EXPECT_EQ(escape("a\tb\nc"), "a\tb\nc");
}

TEST(Escape, ShortenedCountsCharactersNotBytes) {
  EXPECT_EQ(shortened("\xC3\xA4\xC3\xB6\xC3\xBC", 3), "\xC3\xA4\xC3\xB6\xC3\xBC");
  EXPECT_EQ(shortened("\xC3\xA4\xC3\xB6\xC3\xBCx", 3), "\xC3\xA4\xC3\xB6\xE2\x80\xA6");
  EXPECT_EQ(characters("\xC3\xA4\xC3\xB6x"), 3U);
}

}  // namespace
}  // namespace gist::report
