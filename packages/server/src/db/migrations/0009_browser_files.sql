CREATE TABLE "browser_files" (
	"path" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"created_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "browser_files_age" ON "browser_files" USING btree ("seen_at");