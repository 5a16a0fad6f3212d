ALTER TABLE "conversations" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "agent" jsonb;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "typing_until" bigint;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "live_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "read_at" bigint;--> statement-breakpoint
CREATE INDEX "conversations_inbox" ON "conversations" USING btree ("widget_id","last_activity_at","id");--> statement-breakpoint
CREATE INDEX "conversations_inbox_state" ON "conversations" USING btree ("widget_id","state","last_activity_at","id");--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin (to_tsvector('simple', left("text", 20000)));