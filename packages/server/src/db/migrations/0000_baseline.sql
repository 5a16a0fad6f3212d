CREATE TABLE "bots" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"owner_id" text,
	"slug" text,
	"description" text DEFAULT '' NOT NULL,
	"visibility" text DEFAULT 'private' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"licence" text DEFAULT '' NOT NULL,
	"taken_down" jsonb,
	"hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "name"), 'A') || setweight(to_tsvector('english', "tags"), 'B') || setweight(to_tsvector('english', "description"), 'C')) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	"cloned_from" jsonb,
	"backstory" text DEFAULT '' NOT NULL,
	"model" text,
	"temperature" real,
	"skillsets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"datasets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "bots_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "browser_files" (
	"path" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"created_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"is_verified" boolean DEFAULT false NOT NULL,
	"external_id" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "contacts_conversation_id_unique" UNIQUE("conversation_id")
);
--> statement-breakpoint
CREATE TABLE "conversation_labels" (
	"conversation_id" text NOT NULL,
	"label_id" text NOT NULL,
	CONSTRAINT "conversation_labels_conversation_id_label_id_pk" PRIMARY KEY("conversation_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "conversation_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"created_at" bigint NOT NULL,
	"conversation_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"widget_id" text NOT NULL,
	"subject" text,
	"visitor" jsonb,
	"meta" jsonb,
	"trial" jsonb,
	"payer_id" text,
	"created_at" bigint NOT NULL,
	"last_activity_at" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"agent" jsonb,
	"typing_until" bigint,
	"live_revision" integer DEFAULT 0 NOT NULL,
	"read_at" bigint,
	"sessions_ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "ended_subjects" (
	"widget_id" text NOT NULL,
	"subject" text NOT NULL,
	"ended_at" bigint NOT NULL,
	CONSTRAINT "ended_subjects_widget_id_subject_pk" PRIMARY KEY("widget_id","subject")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"conversation_id" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"text" text,
	"digest" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"expires_at" bigint
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"owner" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "idempotency_keys_caller_key_pk" PRIMARY KEY("caller","key")
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" bigint NOT NULL,
	"owner_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"sequence" bigserial NOT NULL,
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"client_id" text,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"is_trusted" boolean DEFAULT false NOT NULL,
	"meta" jsonb,
	"references" jsonb,
	"attachments" jsonb,
	"parts" jsonb,
	"end_reason" text,
	"author" jsonb,
	"parent_id" text,
	"version_of" text,
	"is_current" boolean DEFAULT true NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "messages_sequence_unique" UNIQUE("sequence")
);
--> statement-breakpoint
CREATE TABLE "preview_images" (
	"hash" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"failed_at" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "previews" (
	"key" text PRIMARY KEY NOT NULL,
	"micro" jsonb,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"client_id" text,
	"idempotency_key" text,
	"body_hash" text NOT NULL,
	"user_message_id" text,
	"bot_message_id" text NOT NULL,
	"status" text NOT NULL,
	"owner" text NOT NULL,
	"heartbeat_at" bigint NOT NULL,
	"end_reason" text,
	"failure" jsonb,
	"tokens" integer DEFAULT 0 NOT NULL,
	"is_continuation" boolean DEFAULT false NOT NULL,
	"draft" jsonb,
	"created_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"conversation_id" text NOT NULL,
	"message_id" text NOT NULL,
	"value" integer NOT NULL,
	"reason" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "votes_conversation_id_message_id_pk" PRIMARY KEY("conversation_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" bigint NOT NULL,
	"http_status" integer,
	"error" text,
	"duration_ms" integer,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"webhook_id" text NOT NULL,
	"conversation_id" text
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" bigint,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" bigint,
	"rest_until" bigint DEFAULT 0 NOT NULL,
	"off" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"owner_id" text NOT NULL,
	"widget_id" text
);
--> statement-breakpoint
CREATE TABLE "widget_sites" (
	"widget_id" text NOT NULL,
	"origin" text NOT NULL,
	"first_seen_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	CONSTRAINT "widget_sites_widget_id_origin_pk" PRIMARY KEY("widget_id","origin")
);
--> statement-breakpoint
CREATE TABLE "widgets" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"owner_id" text,
	"slug" text,
	"description" text DEFAULT '' NOT NULL,
	"visibility" text DEFAULT 'private' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"licence" text DEFAULT '' NOT NULL,
	"taken_down" jsonb,
	"hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "name"), 'A') || setweight(to_tsvector('english', "tags"), 'B') || setweight(to_tsvector('english', "description"), 'C')) STORED,
	"cloned_from" jsonb,
	"bot_id" text NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"allowed_origins" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"image_origins" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"form_origins" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"languages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"session_duration_ms" bigint DEFAULT 86400000 NOT NULL,
	"identity_secret" text,
	"requires_identity" boolean DEFAULT false NOT NULL,
	"identity_freshness_ms" bigint DEFAULT 86400000 NOT NULL,
	"retention_days" integer DEFAULT 365,
	"attachment_retention_days" integer DEFAULT 90,
	"visitors_may_delete" boolean DEFAULT true NOT NULL,
	"budgets" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "widgets_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "assistant_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"tool" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"sent" text NOT NULL,
	"status" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"email" text PRIMARY KEY NOT NULL,
	"invited_by" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"sign_count" bigint NOT NULL,
	"transports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret" text,
	"confirmed_at" bigint,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"recovery" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"workspace_id" text,
	"name" text NOT NULL,
	"digest" text NOT NULL,
	"ending" text NOT NULL,
	"scopes" jsonb,
	"expires_at" bigint,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	CONSTRAINT "secrets_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "sign_in_waits" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"waits_until" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"trial_started_at" bigint,
	"customer_id" text,
	"subscription_id" text,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "subscriptions_subscription_id_unique" UNIQUE("subscription_id")
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"subject" text NOT NULL,
	"period" text NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "usage_subject_period_pk" PRIMARY KEY("subject","period")
);
--> statement-breakpoint
CREATE TABLE "user_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"second_factor_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "user_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"is_operator" boolean DEFAULT false NOT NULL,
	"is_team" boolean DEFAULT false NOT NULL,
	"has_second_factor" boolean DEFAULT false NOT NULL,
	"uses_assistant" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"created_at" bigint NOT NULL,
	"account_id" text,
	"actor" text NOT NULL,
	"actor_id" text,
	"key_id" text,
	"network" text,
	"action" text NOT NULL,
	"target_type" text,
	"target_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "abilities" (
	"sequence" bigserial NOT NULL,
	"id" text PRIMARY KEY NOT NULL,
	"skillset_id" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"instruction" text DEFAULT '' NOT NULL,
	"effect" text,
	"needs_approval" boolean DEFAULT true,
	"confirm" text DEFAULT '' NOT NULL,
	"requires" text,
	"parameters" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "abilities_sequence_unique" UNIQUE("sequence")
);
--> statement-breakpoint
CREATE TABLE "ability_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"skillset_id" text NOT NULL,
	"name" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
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
	"taken_down" jsonb,
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
CREATE TABLE "dataset_files" (
	"id" text PRIMARY KEY NOT NULL,
	"dataset_id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"url" text,
	"passages" integer DEFAULT 0 NOT NULL,
	"site_id" text,
	"hash" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "datasets" (
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
	"taken_down" jsonb,
	"hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "name"), 'A') || setweight(to_tsvector('english', "tags"), 'B') || setweight(to_tsvector('english', "description"), 'C')) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	"cloned_from" jsonb,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "datasets_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "mcp_app_pages" (
	"server_id" text NOT NULL,
	"digest" text NOT NULL,
	"html" text NOT NULL,
	"policy" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "mcp_app_pages_server_id_digest_pk" PRIMARY KEY("server_id","digest")
);
--> statement-breakpoint
CREATE TABLE "mcp_servers" (
	"id" text PRIMARY KEY NOT NULL,
	"skillset_id" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tools" jsonb,
	"paused" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"dataset_id" text NOT NULL,
	"file_id" text NOT NULL,
	"source" text NOT NULL,
	"page" text NOT NULL,
	"headings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"text" text NOT NULL,
	"terms" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(string_to_array("terms", ' '))) STORED,
	"embedding" real[],
	"embedding_model" text
);
--> statement-breakpoint
CREATE TABLE "skillsets" (
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
	"taken_down" jsonb,
	"hub_search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', "name"), 'A') || setweight(to_tsvector('english', "tags"), 'B') || setweight(to_tsvector('english', "description"), 'C')) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	"cloned_from" jsonb,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"page" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "skillsets_slug_unique" UNIQUE("slug")
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
CREATE TABLE "referrals" (
	"code" text NOT NULL,
	"period" text NOT NULL,
	"checkouts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "referrals_period_code_pk" PRIMARY KEY("period","code")
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
CREATE TABLE "workspace_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"digest" text NOT NULL,
	"invited_by" text,
	"expires_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "workspace_invitations_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "workspace_members_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "bots" ADD CONSTRAINT "bots_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_labels" ADD CONSTRAINT "conversation_labels_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_labels" ADD CONSTRAINT "conversation_labels_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_subjects" ADD CONSTRAINT "ended_subjects_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_sites" ADD CONSTRAINT "widget_sites_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_calls" ADD CONSTRAINT "assistant_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_workspace_id_users_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_accounts" ADD CONSTRAINT "user_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abilities" ADD CONSTRAINT "abilities_skillset_id_skillsets_id_fk" FOREIGN KEY ("skillset_id") REFERENCES "public"."skillsets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ability_secrets" ADD CONSTRAINT "ability_secrets_skillset_id_skillsets_id_fk" FOREIGN KEY ("skillset_id") REFERENCES "public"."skillsets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprints" ADD CONSTRAINT "blueprints_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_files" ADD CONSTRAINT "dataset_files_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_files" ADD CONSTRAINT "dataset_files_site_id_dataset_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."dataset_sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_sites" ADD CONSTRAINT "dataset_sites_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasets" ADD CONSTRAINT "datasets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_app_pages" ADD CONSTRAINT "mcp_app_pages_server_id_mcp_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."mcp_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_skillset_id_skillsets_id_fk" FOREIGN KEY ("skillset_id") REFERENCES "public"."skillsets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_file_id_dataset_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."dataset_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skillsets" ADD CONSTRAINT "skillsets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_workspace_id_users_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_users_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bots_owner" ON "bots" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "bots_visibility" ON "bots" USING btree ("visibility","created_at");--> statement-breakpoint
CREATE INDEX "browser_files_age" ON "browser_files" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "conversation_labels_label" ON "conversation_labels" USING btree ("label_id");--> statement-breakpoint
CREATE INDEX "conversation_notes_conversation" ON "conversation_notes" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "conversations_inbox" ON "conversations" USING btree ("widget_id","last_activity_at","id");--> statement-breakpoint
CREATE INDEX "conversations_inbox_state" ON "conversations" USING btree ("widget_id","state","last_activity_at","id");--> statement-breakpoint
CREATE INDEX "conversations_widget" ON "conversations" USING btree ("widget_id","created_at");--> statement-breakpoint
CREATE INDEX "conversations_subject" ON "conversations" USING btree ("widget_id","subject") WHERE "conversations"."subject" is not null;--> statement-breakpoint
CREATE INDEX "conversations_payer" ON "conversations" USING btree ("payer_id","created_at") WHERE "conversations"."payer_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_activity" ON "conversations" USING btree ("last_activity_at");--> statement-breakpoint
CREATE INDEX "files_conversation" ON "files" USING btree ("conversation_id","kind","id");--> statement-breakpoint
CREATE INDEX "files_expiry" ON "files" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "files_attachment_age" ON "files" USING btree ("created_at") WHERE "files"."kind" = 'attachment';--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_caller" ON "idempotency_keys" USING btree (split_part("caller", ' ', 1));--> statement-breakpoint
CREATE UNIQUE INDEX "labels_name" ON "labels" USING btree ("owner_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "messages_client_id" ON "messages" USING btree ("conversation_id","client_id");--> statement-breakpoint
CREATE INDEX "messages_order" ON "messages" USING btree ("conversation_id","sequence");--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin (to_tsvector('simple', translate(left("text", 20000), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))));--> statement-breakpoint
CREATE INDEX "messages_versions" ON "messages" USING btree ("conversation_id") WHERE "messages"."version_of" is not null;--> statement-breakpoint
CREATE INDEX "preview_images_age" ON "preview_images" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "previews_age" ON "previews" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_running" ON "runs" USING btree ("conversation_id") WHERE "runs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "runs_client_id" ON "runs" USING btree ("conversation_id","client_id");--> statement-breakpoint
CREATE INDEX "runs_idempotency_key" ON "runs" USING btree ("conversation_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "runs_status" ON "runs" USING btree ("status","heartbeat_at");--> statement-breakpoint
CREATE INDEX "votes_message" ON "votes" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_queue" ON "webhook_deliveries" USING btree ("due_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_conversation" ON "webhook_deliveries" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "webhooks_owner" ON "webhooks" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "webhooks_widget" ON "webhooks" USING btree ("widget_id");--> statement-breakpoint
CREATE INDEX "widgets_owner" ON "widgets" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "widgets_bot" ON "widgets" USING btree ("bot_id");--> statement-breakpoint
CREATE INDEX "widgets_visibility" ON "widgets" USING btree ("visibility","created_at");--> statement-breakpoint
CREATE INDEX "assistant_calls_user" ON "assistant_calls" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "passkey_challenges_age" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "secrets_user" ON "secrets" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "secrets_workspace" ON "secrets" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "sign_in_waits_age" ON "sign_in_waits" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "usage_age" ON "usage" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_accounts_provider" ON "user_accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "user_accounts_user" ON "user_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_sessions_user" ON "user_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_verifications_identifier" ON "user_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("account_id","sequence");--> statement-breakpoint
CREATE INDEX "abilities_skillset" ON "abilities" USING btree ("skillset_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "ability_secrets_name" ON "ability_secrets" USING btree ("skillset_id","name");--> statement-breakpoint
CREATE INDEX "blueprints_owner" ON "blueprints" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "blueprints_visibility" ON "blueprints" USING btree ("visibility","created_at");--> statement-breakpoint
CREATE INDEX "blueprints_hub_search" ON "blueprints" USING gin ("hub_search");--> statement-breakpoint
CREATE INDEX "dataset_files_dataset" ON "dataset_files" USING btree ("dataset_id","created_at","id");--> statement-breakpoint
CREATE INDEX "dataset_files_site" ON "dataset_files" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "dataset_sites_dataset" ON "dataset_sites" USING btree ("dataset_id","created_at");--> statement-breakpoint
CREATE INDEX "dataset_sites_renew" ON "dataset_sites" USING btree ("renew_at");--> statement-breakpoint
CREATE INDEX "datasets_owner" ON "datasets" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "datasets_visibility" ON "datasets" USING btree ("visibility","created_at");--> statement-breakpoint
CREATE INDEX "datasets_hub_search" ON "datasets" USING gin ("hub_search");--> statement-breakpoint
CREATE INDEX "mcp_app_pages_digest" ON "mcp_app_pages" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "mcp_servers_skillset" ON "mcp_servers" USING btree ("skillset_id","created_at");--> statement-breakpoint
CREATE INDEX "passages_search" ON "passages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "passages_dataset" ON "passages" USING btree ("dataset_id");--> statement-breakpoint
CREATE INDEX "passages_file" ON "passages" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "skillsets_owner" ON "skillsets" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "skillsets_visibility" ON "skillsets" USING btree ("visibility","created_at");--> statement-breakpoint
CREATE INDEX "skillsets_hub_search" ON "skillsets" USING gin ("hub_search");--> statement-breakpoint
CREATE INDEX "hub_uses_age" ON "hub_uses" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ratings_one" ON "ratings" USING btree ("type","item_id","user_id");--> statement-breakpoint
CREATE INDEX "ratings_network" ON "ratings" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "ratings_user" ON "ratings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ratings_held" ON "ratings" USING btree ("created_at","id") WHERE "ratings"."is_held";--> statement-breakpoint
CREATE INDEX "reports_age" ON "reports" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_invitations_email" ON "workspace_invitations" USING btree ("workspace_id","email");--> statement-breakpoint
CREATE INDEX "workspace_invitations_invited_by" ON "workspace_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "workspace_members_user" ON "workspace_members" USING btree ("user_id");--> statement-breakpoint
-- From here on written by hand: drizzle-kit has no functions and triggers.
CREATE FUNCTION "audit_log_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only a restore, which fills an empty server, may take rows away, for its own transaction.
  IF TG_OP = 'DELETE' AND current_setting('sotto.restore', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log"
FOR EACH ROW EXECUTE FUNCTION "audit_log_is_append_only"();
