const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/**
 * Reports progress on the terminal with one line per step, `[2/8] Ports ... free (0.1 s)`. Other output gets its own
 * lines.
 */
export function createReport(total, write = (text) => process.stdout.write(text)) {
  let open = false
  let count = 0

  const line = (text) => {
    write(open ? `\n${text}\n` : `${text}\n`)
    open = false
  }

  const finish = (detail, started) => {
    const end = `${detail ? `${detail} ` : ''}(${seconds(started)})\n`
    write(open ? end : `      ${end}`)
    open = false
  }

  /** Runs one step. Its line ends with the result's text or `detail`. */
  async function step(title, work) {
    count += 1
    write(`[${count}/${total}] ${title} ... `)
    open = true
    const started = performance.now()
    try {
      const result = await work()
      finish(typeof result === 'string' ? result : (result?.detail ?? 'done'), started)
      return result
    } catch (error) {
      finish('failed', started)
      throw error
    }
  }

  return { line, step, skip: (steps) => (count += steps) }
}
