/** `capabilities:` — what the server said of itself when the connection was made; nothing is asked again. */
import type { CapabilitiesCall } from '../../types/suite.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { ownValue } from '../../util/plain.js';
import { type KindAnswer, type KindContext, resultReply } from './kind-answer.js';

export async function askCapabilities(
  _call: CapabilitiesCall,
  { connection }: KindContext,
): Promise<KindAnswer> {
  const { capabilities, server_info, protocol_version, instructions, era } = connection.info;
  const extensions = ownValue(capabilities, 'extensions') ?? {};
  const also = omitUndefined({
    capabilities,
    extensions,
    server_info,
    protocol_version,
    instructions,
    era,
  });
  const said = { capabilities, serverInfo: server_info, protocolVersion: protocol_version, instructions };
  return { reply: { ...resultReply(omitUndefined(said)), also }, checks: [] };
}
