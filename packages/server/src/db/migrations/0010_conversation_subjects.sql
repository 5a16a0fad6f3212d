ALTER TABLE "conversations" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "identity_freshness_ms" bigint DEFAULT 86400000 NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_subject" ON "conversations" USING btree ("widget_id","subject") WHERE "conversations"."subject" is not null;--> statement-breakpoint
UPDATE "conversations" SET "subject" = "contacts"."external_id" FROM "contacts" WHERE "contacts"."conversation_id" = "conversations"."id" AND "contacts"."is_verified";
