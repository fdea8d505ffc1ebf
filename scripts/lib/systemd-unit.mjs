import { join } from 'node:path'

/** Quotes an argument for systemd, which expands `%` and `$`. */
const quote = (text) =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

/**
 * Text of a systemd unit that runs `npm start` in `root` at boot and after a failure. `user` is null for a unit of the
 * user's own systemd, which needs none. `node` lies outside of the checkout, because an upgrade replaces the packages, and
 * with them the pinned Node. Settings come from the checkout's .env.
 */
export function buildUnit({ root, node, user, dataDir, path }) {
  const lines = [
    '[Unit]',
    'Description=Callwright',
    'Wants=network-online.target',
    'After=network-online.target',
    'StartLimitIntervalSec=600',
    'StartLimitBurst=5',
    '',
    '[Service]',
    ...(user === null ? [] : [`User=${user}`]),
    `WorkingDirectory=${root.replaceAll('%', '%%')}`,
    `Environment=${quote(`DATA_DIR=${dataDir}`)}`,
    `Environment=${quote(`PATH=${path}`)}`,
    `ExecStart=${quote(node)} ${quote(join(root, 'scripts', 'start.mjs'))}`,
    'Restart=on-failure',
    'RestartSec=10',
    // The supervisor stops its processes in order, which takes up to 26 s.
    'KillMode=mixed',
    'TimeoutStopSec=45',
    'NoNewPrivileges=true',
    'PrivateTmp=true',
    '',
    '[Install]',
    `WantedBy=${user === null ? 'default.target' : 'multi-user.target'}`,
    '',
  ]
  return lines.join('\n')
}
