-- Visitors were shown the part before the @ of people who had not chosen a name.
UPDATE "conversations" SET "agent" = "agent" || '{"name":"Support","isUnnamed":true}'::jsonb FROM "users"
WHERE "agent" IS NOT NULL AND "users"."id" = "agent" ->> 'userId' AND trim("users"."name") = ''
  AND "agent" ->> 'name' = split_part("users"."email", '@', 1);--> statement-breakpoint
-- A message does not name the account: it is one of the owner's team.
UPDATE "messages" SET "author" = "author" || '{"name":"Support"}'::jsonb
FROM "users", "widgets", "conversations"
WHERE "messages"."author" IS NOT NULL AND "conversations"."id" = "messages"."conversation_id"
  AND "widgets"."id" = "conversations"."widget_id" AND trim("users"."name") = ''
  AND "author" ->> 'name' = split_part("users"."email", '@', 1)
  AND "widgets"."owner_id" IN (
    SELECT "users"."id" UNION ALL
    SELECT "workspace_id" FROM "workspace_members" WHERE "user_id" = "users"."id"
  );
