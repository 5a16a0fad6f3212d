/** Name of the environment variable that the examples read the key from. */
export const KEY_VARIABLE = 'SOTTO_IDENTITY_SECRET';

/** Backend code in one language, without dependencies. */
export interface IdentitySnippet {
  readonly kind: 'node' | 'python' | 'php' | 'digest';
  readonly label: string;
  readonly note: string;
  readonly code: string;
}

const NODE = `import { createHmac } from 'node:crypto';

/** Signs the identity of the signed-in user. Valid for an hour. */
export function identityOf({ id, name, email }) {
  const encode = (part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url');
  const head = encode({ alg: 'HS256', typ: 'JWT' });
  const expires = Math.floor(Date.now() / 1000) + 3600;
  const body = encode({ sub: String(id), name, email, exp: expires });
  const key = process.env.${KEY_VARIABLE};
  const hmac = createHmac('sha256', key).update(\`\${head}.\${body}\`);
  return \`\${head}.\${body}.\${hmac.digest('base64url')}\`;
}`;

const PYTHON = `import base64, hashlib, hmac, json, os, time

def identity_of(user):
    """Says who is signed in. Valid for an hour."""
    encode = lambda part: base64.urlsafe_b64encode(part).rstrip(b"=")
    head = encode(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    claims = {"sub": str(user["id"]), "name": user["name"], "email": user["email"]}
    claims["exp"] = int(time.time()) + 3600
    body = encode(json.dumps(claims).encode())
    key = os.environ["${KEY_VARIABLE}"].encode()
    signature = hmac.new(key, head + b"." + body, hashlib.sha256).digest()
    return b".".join([head, body, encode(signature)]).decode()`;

const PHP = `<?php
/** Signs the identity of the signed-in user. Valid for an hour. */
function sotto_identity( array $user ): string {
    $encode = fn( string $part ): string =>
        rtrim( strtr( base64_encode( $part ), '+/', '-_' ), '=' );
    $head = $encode( json_encode( [ 'alg' => 'HS256', 'typ' => 'JWT' ] ) );
    $body = $encode( json_encode( [
        'sub' => (string) $user['id'],
        'name' => $user['name'],
        'email' => $user['email'],
        'exp' => time() + 3600,
    ] ) );
    $key = getenv( '${KEY_VARIABLE}' );
    return "$head.$body." . $encode( hash_hmac( 'sha256', "$head.$body", $key, true ) );
}`;

const DIGEST = `import { createHmac } from 'node:crypto';

/** Signs the visitor's address. It never expires: prefer a token. */
export function identityOf(email) {
  const key = process.env.${KEY_VARIABLE};
  return createHmac('sha256', key).update(email).digest('hex');
}`;

/** How a backend verifies a visitor: a token (HS256), or a digest of the address. */
export const IDENTITY_SNIPPETS: readonly IdentitySnippet[] = [
  {
    kind: 'node',
    label: 'Node',
    note: 'A token with id, name and address, valid for at most a day.',
    code: NODE,
  },
  { kind: 'python', label: 'Python', note: 'The same token.', code: PYTHON },
  { kind: 'php', label: 'PHP', note: 'The same token.', code: PHP },
  {
    kind: 'digest',
    label: 'An address only',
    note: 'The hexadecimal HMAC-SHA256 of the address; the page gives the address beside it.',
    code: DIGEST,
  },
];

/** Placeholder for the backend's value in the page. */
export const IDENTITY_PLACE = 'WHAT_YOUR_SERVER_MADE';

/** Code for the page: the proof beside the script tag. */
export function identityPageSnippet(base: string, widget: string): string {
  return `<script>
  window.sottoSettings = {
    contact: { identity: '${IDENTITY_PLACE}' },
  };
</script>
<script async src="${base}/integrations/widget/v2.js" data-widget="${widget}"></script>`;
}
