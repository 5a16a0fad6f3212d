ALTER TABLE "conversations" ADD COLUMN "visitor" jsonb;--> statement-breakpoint
ALTER TABLE "abilities" ADD COLUMN "effect" text;--> statement-breakpoint
-- Null in those that are there already: their visitors are asked, and their owner is told.
ALTER TABLE "abilities" ADD COLUMN "needs_approval" boolean;--> statement-breakpoint
ALTER TABLE "abilities" ALTER COLUMN "needs_approval" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "abilities" ADD COLUMN "confirm" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "abilities" ADD COLUMN "requires" text;--> statement-breakpoint
ALTER TABLE "abilities" ADD COLUMN "parameters" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "tools" jsonb;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "paused" jsonb DEFAULT '[]'::jsonb NOT NULL;