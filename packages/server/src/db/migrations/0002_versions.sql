ALTER TABLE "messages" ADD COLUMN "parent_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "version_of" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_current" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_versions" ON "messages" USING btree ("conversation_id") WHERE "messages"."version_of" is not null;--> statement-breakpoint
UPDATE "messages" SET "parent_id" = "earlier"."parent_id" FROM (SELECT "id", lag("id") OVER (PARTITION BY "conversation_id" ORDER BY "sequence") AS "parent_id" FROM "messages") AS "earlier" WHERE "earlier"."id" = "messages"."id";
