ALTER TABLE "users" ADD COLUMN "gets_weekly_mail" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "weeks_mailed_until" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Who upgrades in the middle of a week gets the first mail on the next Monday.
UPDATE "users" SET "weeks_mailed_until" = (extract(epoch from now()) * 1000)::bigint;
