import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'

/** First bytes of an encrypted backup. An unencrypted one is a plain .tar.gz file. */
const MAGIC = Buffer.from('callwright-encrypted-backup-1\n')
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = MAGIC.length + SALT_BYTES + NONCE_BYTES
/** Cost of one guess at the passphrase: 128 MB and about half a second. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

const keyOf = (passphrase, salt) => scryptSync(passphrase, salt, 32, SCRYPT)

function encrypt(passphrase) {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)
  let isFirst = true
  return new Transform({
    transform(chunk, _encoding, done) {
      if (isFirst) this.push(Buffer.concat([MAGIC, salt, nonce]))
      isFirst = false
      done(null, cipher.update(chunk))
    },
    flush(done) {
      this.push(cipher.final())
      done(null, cipher.getAuthTag())
    },
  })
}

function readPart(file, from, length) {
  const buffer = Buffer.alloc(length)
  const handle = openSync(file, 'r')
  try {
    return buffer.subarray(0, readSync(handle, buffer, 0, length, from))
  } finally {
    closeSync(handle)
  }
}

export const isEncrypted = (file) => readPart(file, 0, MAGIC.length).equals(MAGIC)

/** Stream of the file's .tar.gz content. It fails at its end if the passphrase is wrong or a byte was changed. */
function openContent(file, passphrase) {
  if (!isEncrypted(file)) return [createReadStream(file)]
  if (!passphrase) throw new Error('This backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase.')
  const { size } = statSync(file)
  if (size < HEAD_BYTES + TAG_BYTES) throw new Error(DAMAGED)
  const head = readPart(file, 0, HEAD_BYTES)
  const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt), head.subarray(-NONCE_BYTES))
  decipher.setAuthTag(readPart(file, size - TAG_BYTES, TAG_BYTES))
  return [createReadStream(file, { start: HEAD_BYTES, end: size - TAG_BYTES - 1 }), decipher]
}

const DAMAGED = 'The backup cannot be read: the passphrase is wrong, or the file is damaged or not a backup.'

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else if (entry.isFile()) yield path
  }
}

const addEntry = (pack, folder, path) =>
  new Promise((done, fail) => {
    const { size, mode } = statSync(path)
    const entry = pack.entry({ name: relative(folder, path), size, mode: mode & 0o777 }, (error) =>
      error ? fail(error) : done(),
    )
    createReadStream(path).on('error', fail).pipe(entry)
  })

/** Packs a folder into one file, which appears only when it is complete. */
export async function packFolder(folder, file, passphrase) {
  const part = `${file}.part`
  const pack = tar.pack()
  const adding = (async () => {
    for (const path of filesUnder(folder)) await addEntry(pack, folder, path)
    pack.finalize()
  })()
  try {
    const stages = [createGzip({ level: 6 }), ...(passphrase ? [encrypt(passphrase)] : [])]
    await Promise.all([adding, pipeline(pack, ...stages, createWriteStream(part, { mode: 0o600 }))])
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Unpacks a backup into an empty folder. Rejects if it is damaged, or if an entry would leave the folder. */
export async function unpackFile(file, folder, passphrase) {
  const extract = tar.extract()
  extract.on('entry', ({ name, type, mode }, stream, next) => {
    const path = resolve(folder, name)
    if (type !== 'file' || !path.startsWith(`${resolve(folder)}/`)) return next(new Error(DAMAGED))
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    pipeline(stream, createWriteStream(path, { mode: mode & 0o700 })).then(() => next(), next)
  })
  try {
    await pipeline(...openContent(file, passphrase), createGunzip(), extract)
  } catch (error) {
    if (error.message.includes('BACKUP_PASSPHRASE') || error.code === 'ENOENT' || error.code === 'ENOSPC') throw error
    throw new Error(DAMAGED, { cause: error })
  }
}
