CREATE TABLE "widget_sites" (
	"widget_id" text NOT NULL,
	"origin" text NOT NULL,
	"first_seen_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	CONSTRAINT "widget_sites_widget_id_origin_pk" PRIMARY KEY("widget_id","origin")
);
--> statement-breakpoint
ALTER TABLE "widget_sites" ADD CONSTRAINT "widget_sites_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE cascade ON UPDATE no action;