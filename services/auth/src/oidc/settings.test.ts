import { describe, expect, test } from '@jest/globals'
import { oidcSettings } from './settings.ts'

const given = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'callwright', OIDC_CLIENT_SECRET: 'secret' }

describe('the settings of a sign-in provider', () => {
  test('are read together, with a name for the button', () => {
    expect(oidcSettings({})).toEqual({ ok: true, value: null })
    expect(oidcSettings({ OIDC_NAME: 'Example' })).toEqual({ ok: true, value: null })
    const value = { issuer: 'https://id.example.com', clientId: 'callwright', clientSecret: 'secret' }
    expect(oidcSettings(given)).toEqual({ ok: true, value: { ...value, name: 'single sign-on' } })
    expect(oidcSettings({ ...given, OIDC_NAME: 'Example' })).toMatchObject({ value: { name: 'Example' } })
    expect(oidcSettings({ ...given, OIDC_ISSUER: 'http://127.0.0.1:9000' })).toMatchObject({ ok: true })
  })

  test.each([
    [{ ...given, OIDC_CLIENT_SECRET: '' }, /needed together/],
    [{ OIDC_ISSUER: given.OIDC_ISSUER }, /needed together/],
    [{ ...given, OIDC_ISSUER: 'http://id.example.com' }, /must begin with https/],
    [{ ...given, OIDC_ISSUER: 'id.example.com' }, /OIDC_ISSUER/],
    [{ ...given, OIDC_NAME: 'x'.repeat(41) }, /at most 40/],
  ])('%j is refused', (env, problem) => {
    const read = oidcSettings(env)
    expect(read).toMatchObject({ ok: false, problem: expect.stringMatching(problem) })
    expect(JSON.stringify(read)).not.toContain('secret')
  })
})
