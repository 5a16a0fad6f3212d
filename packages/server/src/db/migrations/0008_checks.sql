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
ALTER TABLE "checks" ADD CONSTRAINT "checks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_skillset_id_skillsets_id_fk" FOREIGN KEY ("skillset_id") REFERENCES "public"."skillsets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checks_owner" ON "checks" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "checks_bot" ON "checks" USING btree ("bot_id");--> statement-breakpoint
CREATE INDEX "checks_skillset" ON "checks" USING btree ("skillset_id");--> statement-breakpoint
CREATE INDEX "checks_queue" ON "checks" USING btree ("due_at");