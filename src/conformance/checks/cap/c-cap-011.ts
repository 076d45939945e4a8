import { isObject, ownValue } from '../../../util/plain.js';
import { check, judged, NotApplicable } from '../../check.js';

/** A prefix of labels with dots, a slash, and a name. */
const EXTENSION =
  /^(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?\/[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/;

export const cCap011 = check({
  id: 'C-CAP-011',
  title: 'extensions are named with a prefix',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic/versioning#extension-negotiation',
  fix: 'Name extensions as com.example/name.',
  run({ opening: { capabilities, handshake } }) {
    const extensions = ownValue(capabilities, 'extensions');
    if (!isObject(extensions) || Object.keys(extensions).length === 0)
      throw new NotApplicable('the server declares no extensions');
    const wrong = Object.keys(extensions).filter((name) => !EXTENSION.test(name));
    return judged(
      wrong.map((name) => `${JSON.stringify(name)} is no such name`),
      'they are',
      handshake,
    );
  },
});
