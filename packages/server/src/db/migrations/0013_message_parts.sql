ALTER TABLE "messages" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "author" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "is_continuation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "draft" jsonb;