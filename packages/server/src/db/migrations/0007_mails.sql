CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"recipient" text NOT NULL,
	"content" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" bigint NOT NULL,
	"taken_until" bigint DEFAULT 0 NOT NULL,
	"expires_at" bigint NOT NULL,
	"failure" text,
	"failed_at" bigint,
	"gave_up_at" bigint,
	"created_at" bigint NOT NULL,
	"account_id" text,
	"conversation_id" text
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_queue" ON "mails" USING btree ("due_at") WHERE gave_up_at is null;--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "mails_account" ON "mails" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "mails_conversation" ON "mails" USING btree ("conversation_id");