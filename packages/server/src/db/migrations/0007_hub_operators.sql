CREATE TABLE "referrals" (
	"code" text NOT NULL,
	"period" text NOT NULL,
	"checkouts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "referrals_period_code_pk" PRIMARY KEY("period","code")
);
--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "taken_down" jsonb;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "taken_down" jsonb;--> statement-breakpoint
ALTER TABLE "blueprints" ADD COLUMN "taken_down" jsonb;--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "taken_down" jsonb;--> statement-breakpoint
ALTER TABLE "skillsets" ADD COLUMN "taken_down" jsonb;