# Rscript glmnet.R FOLDER FAMILY LAMBDAS THRESH OUT last|all
# reads the arrays of FOLDER, writes OUT/w.bin (coefficients at the last lambda, or a column for each) and OUT/seconds.txt.
suppressPackageStartupMessages({library(Matrix); library(glmnet)})
argument <- commandArgs(trailingOnly = TRUE)
folder <- argument[1]
shape <- scan(file.path(folder, "shape.txt"), what = "", quiet = TRUE)
n <- as.integer(shape[2]); d <- as.integer(shape[3]); entries <- as.numeric(shape[4])
array <- function(name, what, count) readBin(file.path(folder, name), what, n = count, endian = "little")
y <- array("y.bin", "double", n)
if (shape[1] == "dense") {
  x <- matrix(array("x.bin", "double", entries), n, d)
} else {
  x <- new("dgCMatrix", i = array("i.bin", "integer", entries), p = array("p.bin", "integer", d + 1),
           x = array("x.bin", "double", entries), Dim = c(n, d))
}
lambda <- as.numeric(strsplit(argument[3], ",")[[1]])
# glmnet scales a Gaussian response to unit variance and lambda with it; the answer is on the scale of y and lambda.
# Its path otherwise ends where the deviance no longer changes.
glmnet.control(fdev = 0, devmax = 1)
clock <- Sys.time()
fit <- glmnet(x, y, family = argument[2], lambda = lambda, standardize = FALSE, intercept = FALSE,
              thresh = as.numeric(argument[4]), maxit = 1e7)
seconds <- as.numeric(difftime(Sys.time(), clock, units = "secs"))
if (length(fit$lambda) < length(lambda)) stop(sprintf("it ended its path after %d of %d lambdas", length(fit$lambda), length(lambda)))
wanted <- if (argument[6] == "last") length(lambda) else seq_along(lambda)
writeBin(as.numeric(as.matrix(fit$beta[, wanted])), file.path(argument[5], "w.bin"), endian = "little")
cat(format(seconds, digits = 15), file = file.path(argument[5], "seconds.txt"))
