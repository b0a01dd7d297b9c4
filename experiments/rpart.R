# What R's rpart makes of Adult; the trees that privpfc's imitation is tested against.
#   gzip -dc privpfc/data/adult.csv.gz > adult.csv && Rscript experiments/rpart.R adult.csv > experiments/rpart.json
library(rpart)
adult <- read.csv(commandArgs(TRUE)[1], stringsAsFactors = TRUE, check.names = FALSE)
every_ninth <- adult[seq(1, nrow(adult), 9), ]
nodes <- function(fit) {
  f <- fit$frame
  paste0("[", paste(sprintf('["%s", %d, %d]', f$var, f$n, as.integer(f$dev)), collapse = ", "), "]")
}
wrong <- function(fit) sum(predict(fit, adult, type = "class") != adult$income)
defaults <- rpart(income ~ ., adult, method = "class")
deep <- rpart(income ~ ., every_ninth, method = "class", cp = 0.002)
cat(sprintf('{"made with": "%s, rpart %s",\n "defaults": {"wrong": %d, "nodes": %s},\n "every ninth row, cp 0.002": {"wrong": %d, "nodes": %s}}\n',
  R.version.string, packageVersion("rpart"), wrong(defaults), nodes(defaults), wrong(deep), nodes(deep)))
