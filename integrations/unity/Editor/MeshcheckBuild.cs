using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;
using UnityEngine;

namespace Meshcheck
{
    /// <summary>Checks all models of the project before a build in batch mode, which fails if one of them does.</summary>
    public sealed class MeshcheckBuild : IPreprocessBuildWithReport
    {
        public int callbackOrder
        {
            get { return 0; }
        }

        public void OnPreprocessBuild(BuildReport report)
        {
            if (!Application.isBatchMode)
            {
                return;
            }
            int failing;
            try
            {
                failing = CountFailing(MeshcheckSettings.Load());
            }
            catch (Exception error) // a build goes on after all exceptions but BuildFailedException
            {
                throw new BuildFailedException("meshcheck: " + error.Message);
            }
            if (failing > 0)
            {
                throw new BuildFailedException("meshcheck: " + (failing == 1 ? "1 place" : failing + " places") + " to fix");
            }
        }

        private static int CountFailing(MeshcheckSettings settings)
        {
            List<string> models = MeshcheckPostprocessor.ModelsOf(AssetDatabase.GetAllAssetPaths());
            if (!settings.failBuilds || models.Count == 0)
            {
                return 0;
            }
            return MeshcheckPostprocessor.Log(MeshcheckProgram.Check(models, settings));
        }
    }
}
