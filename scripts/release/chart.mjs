// The values of the Helm chart (deploy/chart), made from the settings of the server by `npm run generate`.

/** Set by the chart itself, or without meaning in a pod. */
const OF_THE_CHART = [
  ...['PORT', 'HOST', 'SOTTO_DATA_DIR', 'SOTTO_PROCESSES'],
  // Of the embedded database.
  ...['SOTTO_BACKUP_DIR', 'SOTTO_BACKUP_HOURS', 'SOTTO_BACKUP_KEEP'],
];
/** What opens something. */
const SECRET = /SECRET|TOKEN$|PASSWORD|_API_KEY|ACCESS_KEY|^SOTTO_KEY$/;
/** Addresses that hold a password. */
const WITH_PASSWORD = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'];
/** Without these, pods are strangers to each other. */
const REQUIRED = [
  ...['DATABASE_URL', 'REDIS_URL', 'SOTTO_SECRET', 'PUBLIC_URL'],
  ...['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
];

/** @param names - the variables that the server reads */
function split(names) {
  const ours = names.filter((name) => !OF_THE_CHART.includes(name));
  const isSecret = (name) => SECRET.test(name) || WITH_PASSWORD.includes(name);
  return { settings: ours.filter((name) => !isSecret(name)), secrets: ours.filter(isSecret) };
}

/** Content of `values.yaml`. */
export function chartValues(names) {
  const { settings, secrets } = split(names);
  const empty = (list) => list.map((name) => `  ${name}: ''${REQUIRED.includes(name) ? ' # required' : ''}`).join('\n');
  return `# Made by \`npm run generate\` from packages/server/src/config/serverConfig.ts.
# The image that deploy/Dockerfile builds, in your registry
image: sotto:latest
replicas: { min: 2, max: 10, cpuPercent: 60 }
resources: { cpu: 500m, memory: 512Mi, memoryLimit: 1Gi }
terminationGracePeriodSeconds: 80
# The name of a Secret with the variables of \`secrets\`; then those are not read
existingSecret: ''
# The settings of docs/guides/operator.md; an empty one has its default.
settings:
${empty(settings)}
secrets:
${empty(secrets)}
`;
}

/** Content of `values.schema.json`, by which Helm refuses a misspelt setting and asks for those that pods need. */
export function chartSchema(names) {
  const { settings, secrets } = split(names);
  const texts = (list) => ({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(list.map((name) => [name, { type: 'string' }])),
  });
  const given = (list) => {
    const required = list.filter((name) => REQUIRED.includes(name));
    return { required, properties: Object.fromEntries(required.map((name) => [name, { minLength: 1 }])) };
  };
  const count = { type: 'integer', minimum: 1 };
  const text = { type: 'string', minLength: 1 };
  const group = (properties) => ({ type: 'object', additionalProperties: false, properties });
  return JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    properties: {
      // Helm itself adds these two.
      global: {},
      enabled: {},
      image: text,
      replicas: group({ min: count, max: count, cpuPercent: count }),
      resources: group({ cpu: text, memory: text, memoryLimit: text }),
      terminationGracePeriodSeconds: count,
      existingSecret: { type: 'string' },
      settings: texts(settings),
      secrets: texts(secrets),
    },
    allOf: [
      { properties: { settings: given(settings) } },
      {
        if: { properties: { existingSecret: { const: '' } } },
        then: { properties: { secrets: given(secrets) } },
      },
    ],
  });
}
