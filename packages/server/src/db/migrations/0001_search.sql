CREATE TABLE "message_words" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
DROP INDEX "messages_search";--> statement-breakpoint
ALTER TABLE "bots" drop column "hub_search";--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', regexp_replace("name", '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'A') || setweight(to_tsvector('english', regexp_replace("tags"::text, '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'B') || setweight(to_tsvector('english', regexp_replace("description", '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "widgets" drop column "hub_search";--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', regexp_replace("name", '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'A') || setweight(to_tsvector('english', regexp_replace("tags"::text, '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'B') || setweight(to_tsvector('english', regexp_replace("description", '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "blueprints" drop column "hub_search";--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', regexp_replace("name", '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'A') || setweight(to_tsvector('english', regexp_replace("tags"::text, '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'B') || setweight(to_tsvector('english', regexp_replace("description", '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "datasets" drop column "hub_search";--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', regexp_replace("name", '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'A') || setweight(to_tsvector('english', regexp_replace("tags"::text, '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'B') || setweight(to_tsvector('english', regexp_replace("description", '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "skillsets" drop column "hub_search";--> statement-breakpoint
ALTER TABLE "skillsets" ADD COLUMN "hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', regexp_replace("name", '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'A') || setweight(to_tsvector('english', regexp_replace("tags"::text, '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'B') || setweight(to_tsvector('english', regexp_replace("description", '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "message_words" ADD CONSTRAINT "message_words_sequence_messages_sequence_fk" FOREIGN KEY ("sequence") REFERENCES "public"."messages"("sequence") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_words_conversation" ON "message_words" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "message_words_search" ON "message_words" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "bots_hub_search" ON "bots" USING gin ("hub_search");--> statement-breakpoint
CREATE INDEX "widgets_hub_search" ON "widgets" USING gin ("hub_search");--> statement-breakpoint
-- From here on written by hand: with their column the indexes went as well, which drizzle-kit does not see.
CREATE INDEX "blueprints_hub_search" ON "blueprints" USING gin ("hub_search");--> statement-breakpoint
CREATE INDEX "datasets_hub_search" ON "datasets" USING gin ("hub_search");--> statement-breakpoint
CREATE INDEX "skillsets_hub_search" ON "skillsets" USING gin ("hub_search");
