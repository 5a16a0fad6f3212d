CREATE TABLE "ended_subjects" (
	"widget_id" text NOT NULL,
	"subject" text NOT NULL,
	"ended_at" bigint NOT NULL,
	CONSTRAINT "ended_subjects_widget_id_subject_pk" PRIMARY KEY("widget_id","subject")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "sessions_ended_at" bigint;--> statement-breakpoint
ALTER TABLE "ended_subjects" ADD CONSTRAINT "ended_subjects_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE cascade ON UPDATE no action;