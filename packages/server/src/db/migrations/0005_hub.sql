CREATE TABLE "blueprints" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"slug" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"visibility" text DEFAULT 'private' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"licence" text DEFAULT '' NOT NULL,
	"hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "name"), 'A') || setweight(to_tsvector('english', "tags"), 'B') || setweight(to_tsvector('english', "description"), 'C')) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	"cloned_from" jsonb,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"parts" jsonb DEFAULT '{"skillsets":[],"datasets":[],"bots":[],"widgets":[]}'::jsonb NOT NULL,
	"steps" text DEFAULT '' NOT NULL,
	CONSTRAINT "blueprints_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"slug" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hub_uses" (
	"type" text NOT NULL,
	"item_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "hub_uses_type_item_id_kind_subject_pk" PRIMARY KEY("type","item_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"item_id" text NOT NULL,
	"user_id" text NOT NULL,
	"value" integer NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"is_held" boolean DEFAULT false NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"item_id" text NOT NULL,
	"reason" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"user_id" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "icon" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "licence" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "name"), 'A') || setweight(to_tsvector('english', "tags"), 'B') || setweight(to_tsvector('english', "description"), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "icon" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "licence" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "widgets" ADD COLUMN "hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "name"), 'A') || setweight(to_tsvector('english', "tags"), 'B') || setweight(to_tsvector('english', "description"), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "icon" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "licence" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "name"), 'A') || setweight(to_tsvector('english', "tags"), 'B') || setweight(to_tsvector('english', "description"), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "skillsets" ADD COLUMN "icon" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "skillsets" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "skillsets" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "skillsets" ADD COLUMN "licence" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "skillsets" ADD COLUMN "hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "name"), 'A') || setweight(to_tsvector('english', "tags"), 'B') || setweight(to_tsvector('english', "description"), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "blueprints" ADD CONSTRAINT "blueprints_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blueprints_owner" ON "blueprints" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "blueprints_visibility" ON "blueprints" USING btree ("visibility","created_at");--> statement-breakpoint
CREATE INDEX "blueprints_hub_search" ON "blueprints" USING gin ("hub_search");--> statement-breakpoint
CREATE INDEX "hub_uses_age" ON "hub_uses" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ratings_one" ON "ratings" USING btree ("type","item_id","user_id");--> statement-breakpoint
CREATE INDEX "ratings_network" ON "ratings" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "reports_age" ON "reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "datasets_hub_search" ON "datasets" USING gin ("hub_search");--> statement-breakpoint
CREATE INDEX "skillsets_hub_search" ON "skillsets" USING gin ("hub_search");