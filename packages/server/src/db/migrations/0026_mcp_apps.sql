CREATE TABLE "mcp_app_pages" (
	"server_id" text NOT NULL,
	"digest" text NOT NULL,
	"html" text NOT NULL,
	"policy" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "mcp_app_pages_server_id_digest_pk" PRIMARY KEY("server_id","digest")
);
--> statement-breakpoint
ALTER TABLE "mcp_app_pages" ADD CONSTRAINT "mcp_app_pages_server_id_mcp_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."mcp_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mcp_app_pages_digest" ON "mcp_app_pages" USING btree ("digest");