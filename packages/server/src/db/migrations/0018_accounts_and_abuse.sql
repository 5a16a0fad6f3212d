CREATE TABLE "invitations" (
	"email" text PRIMARY KEY NOT NULL,
	"invited_by" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_waits" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"waits_until" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_trusted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "secrets" ADD COLUMN "scopes" jsonb;--> statement-breakpoint
ALTER TABLE "secrets" ADD COLUMN "expires_at" bigint;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_waits_age" ON "sign_in_waits" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by");
