CREATE TABLE "audit_log" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"created_at" bigint NOT NULL,
	"account_id" text,
	"actor" text NOT NULL,
	"actor_id" text,
	"key_id" text,
	"network" text,
	"action" text NOT NULL,
	"target_type" text,
	"target_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
-- Widgets that are there already keep everything until their owner decides.
ALTER TABLE "widgets" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "widgets" ALTER COLUMN "retention_days" SET DEFAULT 365;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "attachment_retention_days" integer;--> statement-breakpoint
ALTER TABLE "widgets" ALTER COLUMN "attachment_retention_days" SET DEFAULT 90;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "visitors_may_delete" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("account_id","sequence");--> statement-breakpoint
CREATE INDEX "files_attachment_age" ON "files" USING btree ("created_at") WHERE "files"."kind" = 'attachment';--> statement-breakpoint
CREATE INDEX "idempotency_keys_caller" ON "idempotency_keys" USING btree (split_part("caller", ' ', 1));--> statement-breakpoint
CREATE FUNCTION "audit_log_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only a restore, which fills an empty server, may take rows away, for its own transaction.
  IF TG_OP = 'DELETE' AND current_setting('sotto.restore', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log"
FOR EACH ROW EXECUTE FUNCTION "audit_log_is_append_only"();
