DROP TABLE "billing_events";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "customer_id" text;--> statement-breakpoint
UPDATE "users" SET "customer_id" = "subscriptions"."customer_id" FROM "subscriptions" WHERE "subscriptions"."user_id" = "users"."id";--> statement-breakpoint
UPDATE "subscriptions" SET "subscription_id" = 'manual_' || "user_id" WHERE "subscription_id" IS NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_pkey";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_subscription_id_unique";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD PRIMARY KEY ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "subscriptions" DROP COLUMN "customer_id";
