Solved solve_with(const PlainOptions& options, Begin begin) {
  return finish(Plain(begin.space, options, std::move(begin.start), begin.first_t), begin.stop, begin.observe);
}
