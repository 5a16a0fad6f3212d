CREATE INDEX "bots_owner" ON "bots" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "bots_visibility" ON "bots" USING btree ("visibility","created_at");--> statement-breakpoint
CREATE INDEX "conversations_payer" ON "conversations" USING btree ("payer_id","created_at") WHERE "conversations"."payer_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_activity" ON "conversations" USING btree ("last_activity_at");--> statement-breakpoint
CREATE INDEX "votes_message" ON "votes" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "widgets_owner" ON "widgets" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "widgets_bot" ON "widgets" USING btree ("bot_id");--> statement-breakpoint
CREATE INDEX "widgets_visibility" ON "widgets" USING btree ("visibility","created_at");--> statement-breakpoint
CREATE INDEX "ratings_user" ON "ratings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ratings_held" ON "ratings" USING btree ("created_at","id") WHERE "ratings"."is_held";