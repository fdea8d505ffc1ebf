import { expect, test } from '@jest/globals'
import { buildUnit } from './systemd-unit.mjs'

const place = { root: '/srv/call wright', node: '/usr/bin/node', dataDir: '/srv/100%/data', path: '/usr/bin:/bin' }

test('a unit of the system runs as a user at boot, and quotes what systemd would expand', () => {
  const lines = buildUnit({ ...place, user: 'trader' }).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'User=trader',
      'WorkingDirectory=/srv/call wright',
      'Environment="DATA_DIR=/srv/100%%/data"',
      'ExecStart="/usr/bin/node" "/srv/call wright/scripts/start.mjs"',
      'Environment="PATH=/usr/bin:/bin"',
      'Restart=on-failure',
      'WantedBy=multi-user.target',
    ]),
  )
})

test('a unit of a user has no User line and starts with the session', () => {
  const unit = buildUnit({ ...place, user: null })
  expect(unit).not.toContain('User=')
  expect(unit).toContain('WantedBy=default.target')
})
