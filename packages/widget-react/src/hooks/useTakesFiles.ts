import { useWidget } from './useWidget';
import { useConfig } from './useWidgetStore';

/** Whether visitors may add files: the owner and the backend both allow it. */
export function useTakesFiles(): boolean {
  const { upload } = useWidget().integration.features;
  return useConfig((config) => config.attachments) && upload;
}
