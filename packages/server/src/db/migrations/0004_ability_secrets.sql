CREATE TABLE "ability_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"skillset_id" text NOT NULL,
	"name" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ability_secrets" ADD CONSTRAINT "ability_secrets_skillset_id_skillsets_id_fk" FOREIGN KEY ("skillset_id") REFERENCES "public"."skillsets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ability_secrets_name" ON "ability_secrets" USING btree ("skillset_id","name");