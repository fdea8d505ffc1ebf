import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { completeLock, missingEntries, platformOf } from './lock.mjs'
import { inRoot } from './tool.mjs'

describe('platform packages', () => {
  test.each([
    ['@swc/core-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@nx/nx-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
    ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
    ['@swc/core-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
  ])('derives the platform from %s', (name, platform) => {
    expect(platformOf(name)).toEqual(platform)
  })

  test("adds a missing package with its version and flags in npm's order, and keeps one that is present", () => {
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

  test('finds a package that is nested in its parent', () => {
    const packages = {
      'node_modules/a/node_modules/tool': { optionalDependencies: { 'tool-linux-x64': '1.2.3' } },
      'node_modules/a/node_modules/tool-linux-x64': { version: '1.2.3' },
    }
    expect(missingEntries(packages)).toEqual({})
  })
})

describe('package-lock.json', () => {
  const text = readFileSync(inRoot('package-lock.json'), 'utf8')

  test('contains all platform packages (npm run lock)', () => {
    expect(Object.keys(missingEntries(JSON.parse(text).packages))).toEqual([])
  })

  test('excludes releases younger than a week', () => {
    expect(readFileSync(inRoot('.npmrc'), 'utf8')).toMatch(/^min-release-age=7$/m)
  })

  test('contains no registry URLs', () => {
    expect(text).not.toMatch(/"resolved": "https?:/)
  })
})
