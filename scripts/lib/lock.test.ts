import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { completeLock, missingEntries, platformOf } from './lock.mjs'
import { inRoot } from './root.mjs'

describe('platform packages', () => {
  test.each([
    ['@swc/core-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@nx/nx-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
    ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
    ['@swc/core-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
  ])('%s says where it installs', (name, platform) => {
    expect(platformOf(name)).toEqual(platform)
  })

  test('a missing one is added beside its version and flags, in npm order; a present one stays', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/tool': {
          dev: true,
          optionalDependencies: { 'tool-darwin-arm64': '1.2.3', 'tool-linux-x64': '1.2.3' },
        },
        'node_modules/tool-linux-x64': { version: '1.2.3' },
      },
    }
    const { packages } = completeLock(lock)
    expect(Object.keys(packages)).toEqual([
      '',
      'node_modules/tool',
      'node_modules/tool-darwin-arm64',
      'node_modules/tool-linux-x64',
    ])
    expect(packages['node_modules/tool-darwin-arm64']).toEqual({
      version: '1.2.3',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['darwin'],
    })
    expect(missingEntries(packages)).toEqual({})
  })

  test('one that is installed inside its owner is not missing', () => {
    const packages = {
      'node_modules/a/node_modules/tool': { optionalDependencies: { 'tool-linux-x64': '1.2.3' } },
      'node_modules/a/node_modules/tool-linux-x64': { version: '1.2.3' },
    }
    expect(missingEntries(packages)).toEqual({})
  })
})

describe('package-lock.json', () => {
  const text = readFileSync(inRoot('package-lock.json'), 'utf8')

  test('misses no platform package (npm run lock adds them)', () => {
    expect(Object.keys(missingEntries(JSON.parse(text).packages))).toEqual([])
  })

  test('takes up no release of less than a week: npm is told so', () => {
    expect(readFileSync(inRoot('.npmrc'), 'utf8')).toMatch(/^min-release-age=7$/m)
  })

  test('names no registry', () => {
    expect(text).not.toMatch(/"resolved": "https?:/)
  })
})
