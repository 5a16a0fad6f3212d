ALTER TABLE "hub_uses" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- From here on written by hand. What erased accounts and conversations did with a thing becomes one row.
WITH "gone" AS (DELETE FROM "hub_uses" WHERE "subject" LIKE 'erased\_%' RETURNING *)
INSERT INTO "hub_uses" ("type", "item_id", "kind", "subject", "count", "created_at")
SELECT "type", "item_id", "kind", 'erased', sum("count"), 0 FROM "gone" GROUP BY "type", "item_id", "kind";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "audit_log_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest record;
BEGIN
  -- Only a restore, which fills an empty server, may take rows away, for its own transaction.
  IF TG_OP = 'DELETE' AND current_setting('sotto.restore', true) = 'on' THEN
    RETURN OLD;
  END IF;
  -- Rows that are past their time, right after a row was added that records it.
  IF TG_OP = 'DELETE' THEN
    SELECT "action", "details" INTO newest FROM "audit_log" ORDER BY "sequence" DESC LIMIT 1;
    IF newest."action" = 'audit.cut' AND OLD."sequence" <= (newest."details" ->> 'through')::bigint THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only';
END $$;
