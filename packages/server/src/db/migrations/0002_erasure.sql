-- What these caches held is not converted: it is kept for a day, and held addresses and ids in plain text.
DELETE FROM "idempotency_keys";--> statement-breakpoint
DELETE FROM "previews";--> statement-breakpoint
DELETE FROM "preview_images";--> statement-breakpoint
-- As `digestOfSubject` does.
UPDATE "ended_subjects" SET "subject" = left(translate(encode(sha256(convert_to("widget_id" || ' ' || "subject", 'UTF8')), 'base64'), '+/', '-_'), 22);--> statement-breakpoint
UPDATE "settings" SET "value" = 'claimed' WHERE "key" = 'first-operator';--> statement-breakpoint
-- What accounts tried out went with them, but for a conversation that began in the same moment.
DELETE FROM "conversations" WHERE "payer_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "users" WHERE "users"."id" = "payer_id");--> statement-breakpoint
DROP INDEX "idempotency_keys_caller";--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_caller_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD PRIMARY KEY ("key");--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "answer" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "previews" ALTER COLUMN "micro" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "conversation_id" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_trial" ON "conversations" USING btree (("trial" ->> 'id')) WHERE "conversations"."trial" is not null;--> statement-breakpoint
CREATE INDEX "conversations_agent" ON "conversations" USING btree (("agent" ->> 'userId')) WHERE "conversations"."agent" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_conversation" ON "idempotency_keys" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_account" ON "idempotency_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "hub_uses_subject" ON "hub_uses" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "hub_uses_item" ON "hub_uses" USING btree ("item_id");--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "caller";