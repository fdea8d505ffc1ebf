import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { parse, parseAllDocuments } from 'yaml'
import { QUEUE_NAME } from '../services/screener/src/enrichment/queue.ts'
import { makeSecrets } from './lib/container.mjs'
import { buildManifest } from './lib/kubernetes.mjs'
import { inRoot } from './lib/tool.mjs'
import { cleanUp, makeFolder } from './testing/children.ts'

interface Resource {
  readonly kind: string
  readonly metadata: { readonly name: string }
  // Each test reads the part of the specification that it is about.
  readonly spec: Record<string, never> & { template: { spec: PodSpec } }
}

interface PodSpec {
  readonly securityContext: object
  readonly volumes: readonly { readonly secret?: { readonly secretName: string } }[]
  readonly containers: readonly {
    readonly image: string
    readonly args: readonly string[]
    readonly env: readonly { readonly name: string; readonly value?: string }[]
    readonly securityContext: object
  }[]
}

afterEach(cleanUp)

const resources = parseAllDocuments(buildManifest({ image: 'registry/callwright:1', host: 'calls.example' })).map(
  (document) => document.toJS() as Resource,
)
const listOf = (kind: string) => resources.filter((resource) => resource.kind === kind)
const namesOf = (kind: string) => listOf(kind).map(({ metadata }) => metadata.name.replace('callwright-', ''))
const pods = [...listOf('Deployment'), ...listOf('Job')].map(({ spec }) => spec.template.spec)
const compose = parse(readFileSync(inRoot('docker-compose.yml'), 'utf8'), { merge: true })

describe('the Kubernetes manifest', () => {
  test('has a deployment for each process of docker-compose.yml, with its environment', () => {
    const processes = Object.keys(compose.services).filter((name) => compose.services[name].environment?.OPS_PORT)
    expect(namesOf('Deployment').sort()).toEqual(processes.sort())
    const gateway = pods.find(({ containers }) => containers[0]?.args[0] === 'gateway')?.containers[0]
    const env = Object.fromEntries(gateway?.env.map(({ name, value }) => [name, value]) ?? [])
    expect(env).toMatchObject({ PORT: '8080', AUTH_URL: 'http://callwright-auth:8081', PROFILE: 'production' })
    const defaults = listOf('ConfigMap').find(({ metadata }) => metadata.name === 'callwright-defaults')
    expect(defaults).toMatchObject({
      data: { COOKIE_SECURE: 'true', PUBLIC_URL: 'https://calls.example', SIGN_UP: 'open' },
    })
    expect(env).not.toHaveProperty('LOG_LEVEL')
    expect(namesOf('Service')).toEqual(expect.arrayContaining(processes.filter((name) => name !== 'worker')))
  })

  test('runs every pod without privileges, and with only its own secrets, which the part `secrets` makes', () => {
    const folder = makeFolder()
    makeSecrets(folder)
    const made = readdirSync(join(folder, 'secrets', 'parts'))
    for (const { securityContext, containers, volumes } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      const [container] = containers
      expect(container?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container?.image).toBe('registry/callwright:1')
      const mounted = volumes.flatMap(({ secret }) => secret?.secretName.replace('callwright-', '') ?? [])
      expect(mounted).toEqual(container?.args)
      expect(made).toEqual(expect.arrayContaining(mounted))
    }
  })

  test('lets a part reach exactly the parts whose addresses it has', () => {
    const policies = new Map(listOf('NetworkPolicy').map(({ metadata, spec }) => [metadata.name, JSON.stringify(spec)]))
    const component = (part: string) => `"app.kubernetes.io/component":"${part}"`
    const egressOf = (part: string) => policies.get(`callwright-${part}`)?.split('"egress"')[1] ?? ''
    expect(policies.get('callwright-default')).toBe('{"podSelector":{},"policyTypes":["Ingress","Egress"]}')
    expect(egressOf('worker')).toContain(component('market-data'))
    expect(egressOf('worker')).not.toContain(component('auth'))
    expect(policies.get('callwright-market-data')?.split('"egress"')[0]).toContain(component('worker'))
    // An empty rule allows every address: data sources, mail and webhooks are the operator's and the users' choice.
    expect(egressOf('screener')).not.toContain('{}')
    expect(egressOf('coach')).toContain('{}')
  })

  test('scales workers by metrics that the screener exports', () => {
    const [{ spec }] = listOf('ScaledObject') as unknown as [
      { spec: { scaleTargetRef: object; triggers: { metadata: { valueLocation: string } }[] } },
    ]
    expect(spec.scaleTargetRef).toEqual({ name: 'callwright-worker' })
    const source = readFileSync(inRoot('services/screener/src/enrichment/metrics.ts'), 'utf8')
    for (const { metadata } of spec.triggers) {
      const [, metric = '', queue] = /^(\w+)\{queue="(\w+)"/.exec(metadata.valueLocation) ?? []
      expect([source.includes(`'${metric}'`), queue]).toEqual([true, QUEUE_NAME])
    }
    expect(existsSync(inRoot('docs/kubernetes.md'))).toBe(true)
  })
})
