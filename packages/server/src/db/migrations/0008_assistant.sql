CREATE TABLE "assistant_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"tool" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"sent" text NOT NULL,
	"status" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "uses_assistant" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_calls" ADD CONSTRAINT "assistant_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_calls_user" ON "assistant_calls" USING btree ("user_id","created_at");