CREATE TABLE "mail_stops" (
	"recipient" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" bigint NOT NULL,
	"owner_id" text NOT NULL,
	CONSTRAINT "mail_stops_owner_id_recipient_pk" PRIMARY KEY("owner_id","recipient")
);
--> statement-breakpoint
CREATE TABLE "visitor_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"email" text,
	"answers" integer DEFAULT 0 NOT NULL,
	"mail_id" text,
	"due_at" bigint NOT NULL,
	"taken_until" bigint DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"conversation_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checks" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"turns" jsonb NOT NULL,
	"last" jsonb,
	"last_green" jsonb,
	"due_at" bigint NOT NULL,
	"cause" text NOT NULL,
	"taken_until" bigint DEFAULT 0 NOT NULL,
	"conversation_id" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"owner_id" text NOT NULL,
	"bot_id" text,
	"skillset_id" text
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "check_id" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "visitor_seen_at" bigint;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "link_uses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "mails_answers" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_stops" ADD CONSTRAINT "mail_stops_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_mails" ADD CONSTRAINT "visitor_mails_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_skillset_id_skillsets_id_fk" FOREIGN KEY ("skillset_id") REFERENCES "public"."skillsets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "visitor_mails_waiting" ON "visitor_mails" USING btree ("conversation_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "visitor_mails_queue" ON "visitor_mails" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "visitor_mails_log" ON "visitor_mails" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "visitor_mails_mail" ON "visitor_mails" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "checks_owner" ON "checks" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "checks_bot" ON "checks" USING btree ("bot_id");--> statement-breakpoint
CREATE INDEX "checks_skillset" ON "checks" USING btree ("skillset_id");--> statement-breakpoint
CREATE INDEX "checks_queue" ON "checks" USING btree ("due_at");