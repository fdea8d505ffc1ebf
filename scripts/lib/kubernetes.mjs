import { readFileSync } from 'node:fs'
import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1'
import { parse, stringify } from 'yaml'
import { inRoot } from './tool.mjs'

const NAMESPACE = 'callwright'
/** Defaults of docker-compose.yml that `callwright-settings` overrides. */
const DEFAULTS = 'callwright-defaults'
/** Set by the operator: addresses of the stores, which run elsewhere. */
const STORES = 'callwright-stores'
/** Optional settings of all processes, such as a data source. */
const SETTINGS = 'callwright-settings'
const storeNames = ['DATABASE_SERVER', 'REDIS_CACHE_URL', 'REDIS_QUEUE_URL']

/** Parts with their replicas (null: KEDA decides), memory, and whether they call other servers: data sources, a model, mail and webhooks, on any port. */
const parts = {
  gateway: { replicas: 2, memory: '256Mi', outside: false },
  auth: { replicas: 2, memory: '256Mi', outside: true },
  'market-data': { replicas: 1, memory: '512Mi', outside: true },
  screener: { replicas: 2, memory: '512Mi', outside: false },
  worker: { replicas: null, memory: '384Mi', outside: false },
  portfolio: { replicas: 2, memory: '256Mi', outside: true },
  coach: { replicas: 1, memory: '384Mi', outside: true },
}
const STORE_PORTS = [5432, 6379]

const labelsOf = (part) => ({ 'app.kubernetes.io/name': 'callwright', 'app.kubernetes.io/component': part })
const nameOf = (part) => `callwright-${part}`
const metadata = (name, part) => ({
  name,
  namespace: NAMESPACE,
  labels: part === undefined ? { 'app.kubernetes.io/name': 'callwright' } : labelsOf(part),
})

const DEFAULT = /^\$\{\w+:-([^}]*)\}$/

/** Variables with a default in docker-compose.yml. */
function readDefaults(compose, host) {
  const entries = Object.keys(parts).flatMap((part) =>
    Object.entries(compose.services[part].environment ?? {}).flatMap(([name, value]) => {
      const [, otherwise] = DEFAULT.exec(String(value)) ?? []
      return otherwise === undefined ? [] : [[name, otherwise]]
    }),
  )
  const published = host === null ? {} : { PUBLIC_URL: `https://${host}`, COOKIE_SECURE: 'true' }
  return { ...Object.fromEntries(entries), ...published }
}

/**
 * Environment of a part, read from docker-compose.yml, which is the one place that lists it. Variables with a default or
 * without a value there, such as keys of data sources, come from `callwright-defaults` and `callwright-settings`, and
 * addresses of stores from `callwright-stores`.
 */
function readEnvironment(compose, part) {
  return Object.entries(compose.services[part].environment ?? {})
    .filter(([name, value]) => value !== null && !storeNames.includes(name) && !DEFAULT.test(String(value)))
    .map(([name, value]) => ({ name, value: String(value) }))
    .map(({ name, value }) => ({ name, value: name.endsWith('_URL') ? value.replace('//', `//callwright-`) : value }))
}

/** Variable in which a part gets the address of another: MARKET_DATA_URL. */
const urlVariableOf = (part) => `${part.replaceAll('-', '_').toUpperCase()}_URL`

/**
 * The last source of a variable wins. Settings are for all parts; keys and passwords are in a secret of the part that
 * needs them.
 */
const settingsFrom = (part) => [
  { configMapRef: { name: DEFAULTS } },
  { configMapRef: { name: STORES } },
  { configMapRef: { name: SETTINGS, optional: true } },
  { secretRef: { name: `${SETTINGS}-${part}`, optional: true } },
]

const podSecurity = {
  runAsNonRoot: true,
  runAsUser: 1000,
  runAsGroup: 1000,
  fsGroup: 1000,
  seccompProfile: { type: 'RuntimeDefault' },
}
const containerSecurity = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
}

const secretMount = {
  volumes: (part) => [
    { name: 'secrets', secret: { secretName: nameOf(part), defaultMode: 0o440 } },
    { name: 'tmp', emptyDir: {} },
  ],
  mounts: [
    { name: 'secrets', mountPath: '/data/secrets', readOnly: true },
    { name: 'tmp', mountPath: '/tmp' },
  ],
}

const probe = (path, port, more) => ({ httpGet: { path, port }, timeoutSeconds: 5, ...more })

function buildPod(compose, image, part) {
  const env = readEnvironment(compose, part)
  const portOf = (name) => Number(env.find((entry) => entry.name === name)?.value ?? 0)
  const [port, opsPort] = [portOf('PORT'), portOf('OPS_PORT')]
  // A pod's name is not in DNS, so a worker registers its address.
  const own =
    part === 'worker' ? [{ name: 'ADVERTISED_HOST', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }] : []
  const { memory } = parts[part]
  const called = Object.keys(parts).filter((other) => env.some(({ name }) => name === urlVariableOf(other)))
  return {
    called,
    port,
    opsPort,
    spec: {
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: podSecurity,
      terminationGracePeriodSeconds: 30,
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: { matchLabels: labelsOf(part) },
        },
      ],
      containers: [
        {
          name: part,
          image,
          args: [part],
          env: [...env, ...own],
          envFrom: settingsFrom(part),
          ports: [
            ...(port > 0 ? [{ name: 'http', containerPort: port }] : []),
            { name: 'ops', containerPort: opsPort },
          ],
          resources: { requests: { cpu: '100m', memory }, limits: { memory: `${Number.parseInt(memory, 10) * 2}Mi` } },
          securityContext: containerSecurity,
          startupProbe: probe('/startupz', 'ops', { periodSeconds: 2, failureThreshold: 60 }),
          readinessProbe: probe('/readyz', 'ops', { periodSeconds: 5 }),
          livenessProbe: probe('/livez', 'ops', { periodSeconds: 10, failureThreshold: 3 }),
          volumeMounts: secretMount.mounts,
        },
      ],
      volumes: secretMount.volumes(part),
    },
  }
}

function buildDeployment(part, spec) {
  const { replicas } = parts[part]
  return new Deployment({
    metadata: metadata(nameOf(part), part),
    spec: {
      // KEDA sets the number of workers.
      ...(replicas === null ? {} : { replicas }),
      selector: { matchLabels: labelsOf(part) },
      strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: { metadata: { labels: labelsOf(part) }, spec },
    },
  })
}

const buildService = (part, { port, opsPort }) =>
  new Service({
    metadata: metadata(nameOf(part), part),
    spec: {
      selector: labelsOf(part),
      ports: [
        { name: 'http', port, targetPort: 'http' },
        { name: 'ops', port: opsPort, targetPort: 'ops' },
      ],
    },
  })

const buildBudget = (part) =>
  new PodDisruptionBudget({
    metadata: metadata(nameOf(part), part),
    spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf(part) } },
  })

const dns = { ports: [53].flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ port, protocol }))) }
const podsOf = (part) => ({ podSelector: { matchLabels: labelsOf(part) } })
/** Prometheus runs in the namespace `monitoring`. */
const monitoring = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }
const keda = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'keda' } } }

/** Pods may reach only what they call. The gateway also reads the ops port of every part. */
function buildPolicy(part, pods) {
  const { outside } = parts[part]
  const { port, opsPort, called } = pods[part]
  const callers = Object.keys(parts).filter((other) => pods[other].called.includes(part))
  const served = port === 0 ? [] : [{ from: callers.map(podsOf), ports: [{ port }] }]
  const ingress = part === 'gateway' ? [{ ports: [{ port }] }] : served
  const watchers = [
    ...(part === 'gateway' ? [] : [podsOf('gateway')]),
    ...(part === 'screener' ? [keda] : []),
    monitoring,
  ]
  const watched = part === 'gateway' ? Object.keys(parts).filter((other) => other !== 'gateway') : []
  return new NetworkPolicy({
    metadata: metadata(nameOf(part), part),
    spec: {
      podSelector: { matchLabels: labelsOf(part) },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [...ingress, ...(watchers.length > 0 ? [{ from: watchers, ports: [{ port: opsPort }] }] : [])],
      egress: [
        dns,
        // The stores' addresses are the operator's, so only their ports are known here.
        { ports: STORE_PORTS.map((number) => ({ port: number })) },
        ...called.map((other) => ({ to: [podsOf(other)], ports: [{ port: pods[other].port }] })),
        ...watched.map((other) => ({ to: [podsOf(other)], ports: [{ port: pods[other].opsPort }] })),
        ...(outside ? [{}] : []),
      ],
    },
  })
}

/** Runs before each upgrade: a finished job cannot be changed, so it is deleted first (docs/kubernetes.md). */
const buildMigration = (compose, image) =>
  new Job({
    metadata: metadata(nameOf('schemas'), 'schemas'),
    spec: {
      backoffLimit: 6,
      template: {
        metadata: { labels: labelsOf('schemas') },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          restartPolicy: 'OnFailure',
          securityContext: podSecurity,
          containers: [
            {
              name: 'schemas',
              image,
              args: ['schemas'],
              env: readEnvironment(compose, 'schemas'),
              envFrom: settingsFrom('schemas'),
              resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '512Mi' } },
              securityContext: containerSecurity,
              volumeMounts: secretMount.mounts,
            },
          ],
          volumes: secretMount.volumes('schemas'),
        },
      },
    },
  })

const migrationPolicy = () =>
  new NetworkPolicy({
    metadata: metadata(nameOf('schemas'), 'schemas'),
    spec: {
      podSelector: { matchLabels: labelsOf('schemas') },
      policyTypes: ['Ingress', 'Egress'],
      egress: [dns, { ports: [{ port: STORE_PORTS[0] }] }],
    },
  })

/** Scales workers by the length of the queue and by the age of its oldest job, which the screener measures. */
function buildScaling({ opsPort }) {
  const metric = (valueLocation, targetValue) => ({
    type: 'metrics-api',
    metadata: {
      url: `http://${nameOf('screener')}.${NAMESPACE}.svc:${opsPort}/metrics`,
      format: 'prometheus',
      valueLocation,
      targetValue,
      authMode: 'bearer',
    },
    authenticationRef: { name: nameOf('ops') },
  })
  return [
    new TriggerAuthentication({
      metadata: metadata(nameOf('ops'), 'worker'),
      spec: { secretTargetRef: [{ parameter: 'token', name: nameOf('screener'), key: 'ops-token' }] },
    }),
    new ScaledObject({
      metadata: metadata(nameOf('worker'), 'worker'),
      spec: {
        scaleTargetRef: { name: nameOf('worker') },
        minReplicaCount: 1,
        maxReplicaCount: 8,
        pollingInterval: 10,
        cooldownPeriod: 120,
        triggers: [
          metric('queue_jobs{queue="enrichment",state="waiting"}', '200'),
          metric('queue_oldest_waiting_age_seconds{queue="enrichment"}', '60'),
        ],
      },
    }),
  ]
}

/** HTTPS under a public name, with a certificate in the secret `callwright-tls`. */
const buildIngress = (host, { port }) =>
  new Ingress({
    metadata: metadata('callwright', 'gateway'),
    spec: {
      tls: [{ hosts: [host], secretName: 'callwright-tls' }],
      rules: [
        {
          host,
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: nameOf('gateway'), port: { number: port } } },
              },
            ],
          },
        },
      ],
    },
  })

/**
 * Every Kubernetes resource of Callwright, in the order in which they are applied. `image` is the image of all parts;
 * `host` is the public name, or null without an ingress.
 */
export function buildResources({ image = 'callwright', host = null } = {}) {
  const compose = parse(readFileSync(inRoot('docker-compose.yml'), 'utf8'), { merge: true })
  const pods = Object.fromEntries(Object.keys(parts).map((part) => [part, buildPod(compose, image, part)]))
  const names = Object.keys(parts)
  return [
    new Namespace({
      metadata: { name: NAMESPACE, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
    }),
    new ConfigMap({
      metadata: metadata(STORES),
      data: {
        DATABASE_SERVER: 'postgres://postgres@postgres.example.internal:5432/callwright',
        REDIS_CACHE_URL: 'redis://redis.example.internal:6379',
        REDIS_QUEUE_URL: 'redis://redis.example.internal:6379',
      },
    }),
    new ConfigMap({ metadata: metadata(DEFAULTS), data: readDefaults(compose, host) }),
    new NetworkPolicy({
      metadata: metadata('callwright-default'),
      spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    }),
    migrationPolicy(),
    buildMigration(compose, image),
    ...names.filter((part) => pods[part].port > 0).map((part) => buildService(part, pods[part])),
    ...names.map((part) => buildPolicy(part, pods)),
    ...names.map((part) => buildDeployment(part, pods[part].spec)),
    ...names.filter((part) => parts[part].replicas !== 1).map(buildBudget),
    ...buildScaling(pods.screener),
    ...(host === null ? [] : [buildIngress(host, pods.gateway)]),
  ]
}

const HEADER = '# Written by `npm run kubernetes` (docs/kubernetes.md).\n'

/** The manifest as text. Throws if a resource does not match its schema. */
export function buildManifest(options) {
  const documents = buildResources(options).map((resource) => {
    resource.validate()
    return stringify(resource.toJSON(), { lineWidth: 0, aliasDuplicateObjects: false })
  })
  return `${HEADER}${documents.join('---\n')}`
}
