import { migrate } from '@callwright/service'
import { createTestDatabase } from '@callwright/service/testing'
import { expect, test } from '@jest/globals'
import { migrations } from '../src/db/migrations.ts'
import { openAuth } from './support.ts'

test('auth has started once its migrations are applied', async () => {
  const empty = await createTestDatabase('auth', {})
  const auth = await openAuth({ databaseUrl: empty.url })
  try {
    await auth.runtime.health.runAll()
    expect(auth.runtime.health.readUnfinishedStart()).toEqual(['postgres:migrations'])
    await migrate({ url: empty.url, migrations })
    await auth.runtime.health.runAll()
    expect(auth.runtime.health.readUnfinishedStart()).toEqual([])
  } finally {
    await auth.close()
    await empty.drop()
  }
})
