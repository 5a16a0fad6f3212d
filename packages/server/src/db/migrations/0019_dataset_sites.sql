CREATE TABLE "dataset_sites" (
	"id" text PRIMARY KEY NOT NULL,
	"dataset_id" text NOT NULL,
	"url" text NOT NULL,
	"pages_max" integer NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"error" text,
	"pages_done" integer DEFAULT 0 NOT NULL,
	"pages_found" integer DEFAULT 0 NOT NULL,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"changes" jsonb,
	"leased_until" bigint DEFAULT 0 NOT NULL,
	"read_at" bigint,
	"renew_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dataset_files" ADD COLUMN "site_id" text;--> statement-breakpoint
ALTER TABLE "dataset_files" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "dataset_sites" ADD CONSTRAINT "dataset_sites_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dataset_sites_dataset" ON "dataset_sites" USING btree ("dataset_id","created_at");--> statement-breakpoint
CREATE INDEX "dataset_sites_renew" ON "dataset_sites" USING btree ("renew_at");--> statement-breakpoint
ALTER TABLE "dataset_files" ADD CONSTRAINT "dataset_files_site_id_dataset_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."dataset_sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dataset_files_site" ON "dataset_files" USING btree ("site_id");