import { channelsContract } from '../testing/contracts/channelsContract';
import { createChannels } from './channels';

channelsContract('memory', (clock) => {
  const channels = createChannels(clock);
  return [channels, channels];
});
